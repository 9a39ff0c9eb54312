//! The text form of [`Poly`].

use super::Poly;
use num_traits::{One, Signed, Zero};
use std::fmt;

/// A polynomial to be written with a chosen name for the unknown; see [`Poly::display`].
#[derive(Clone, Copy, Debug)]
pub struct PolyText<'a> {
    poly: &'a Poly,
    variable: &'a str,
}

impl Poly {
    /// The polynomial as text in the given unknown.
    ///
    /// Terms stand from the lowest degree to the highest, coefficients in lowest terms, products
    /// with `*` and powers with `^`; coefficients 1 and -1 are not written before the unknown.
    ///
    /// # Examples
    ///
    /// ```
    /// use num_rational::BigRational;
    /// use siga::exact::poly::Poly;
    ///
    /// let three_halves = BigRational::new(3.into(), 2.into());
    /// let f = Poly::monomial(three_halves, 1) - Poly::x().pow(2);
    /// assert_eq!(f.display("q").to_string(), "3/2*q - q^2");
    /// assert_eq!(f.to_string(), "3/2*p - p^2");
    /// ```
    pub fn display<'a>(&'a self, variable: &'a str) -> PolyText<'a> {
        PolyText {
            poly: self,
            variable,
        }
    }
}

impl fmt::Display for PolyText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.poly.is_zero() {
            return f.write_str("0");
        }
        let mut first = true;
        for degree in 0..self.poly.numers().len() {
            let coeff = self.poly.coeff(degree);
            if coeff.is_zero() {
                continue;
            }
            f.write_str(match (first, coeff.is_negative()) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            })?;
            first = false;
            let size = coeff.abs();
            if degree == 0 {
                write!(f, "{size}")?;
                continue;
            }
            if !size.is_one() {
                write!(f, "{size}*")?;
            }
            f.write_str(self.variable)?;
            if degree > 1 {
                write!(f, "^{degree}")?;
            }
        }
        Ok(())
    }
}

/// The text of [`Poly::display`] with the unknown called `p`.
impl fmt::Display for Poly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display("p").fmt(f)
    }
}
