//! The part of an answer that a claim speaks of.

use std::borrow::Cow;

use itertools::Itertools;
use num_rational::BigRational;
use serde_json::{Value, json};

use super::claim::{Claim, Pick, Reduce};
use crate::ask::json_number::exact;
use crate::render::json::Number;

/// The elements a claim speaks of.
pub(super) fn pick<'a>(claim: &Claim, result: &'a Value) -> Result<Vec<Cow<'a, Value>>, String> {
    let picked: Vec<&Value> = match &claim.pick {
        Some(Pick::One(pointer)) => follow(result, pointer)?,
        Some(Pick::Many(pointers)) => pointers
            .iter()
            .map(|pointer| follow(result, pointer))
            .flatten_ok()
            .try_collect()?,
        None => Vec::new(),
    };
    if let Some(pointer) = &claim.at_max_of {
        let keys: Vec<BigRational> = follow(result, pointer)?
            .into_iter()
            .map(exact)
            .try_collect()?;
        if keys.len() != picked.len() {
            return Err("`pick` and `at_max_of` have different lengths".to_owned());
        }
        let best = keys
            .iter()
            .enumerate()
            .max_by(|(i, a), (j, b)| a.cmp(b).then(j.cmp(i)));
        return Ok(best
            .map(|(i, _)| Cow::Borrowed(picked[i]))
            .into_iter()
            .collect());
    }
    let Some(reduce) = claim.reduce else {
        return Ok(picked.into_iter().map(Cow::Borrowed).collect());
    };
    let numbers: Vec<BigRational> = picked.into_iter().map(exact).try_collect()?;
    let value = match reduce {
        Reduce::Max => numbers.into_iter().max().ok_or("nothing is picked")?,
        Reduce::Sum => numbers.into_iter().sum(),
    };
    Ok(vec![Cow::Owned(json!(Number(value)))])
}

/// The values a JSON pointer leads to, `*` standing for every element.
pub(super) fn follow<'a>(value: &'a Value, pointer: &str) -> Result<Vec<&'a Value>, String> {
    let mut found = vec![value];
    let Some(path) = pointer.strip_prefix('/') else {
        return Err(format!("the pointer `{pointer}` does not begin with `/`"));
    };
    for key in path.split('/') {
        let nowhere = || format!("the pointer `{pointer}` leads nowhere at `{key}`");
        let mut next = Vec::new();
        for value in found {
            match (key, value) {
                ("*", Value::Array(items)) => next.extend(items),
                (key, value) => next.push(value.pointer(&format!("/{key}")).ok_or_else(nowhere)?),
            }
        }
        found = next;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_spread_over_lists() {
        let value = json!({ "rows": [{ "p": "1/2" }, { "p": "2/3" }] });
        assert_eq!(
            follow(&value, "/rows/*/p").unwrap(),
            [&Value::from("1/2"), &Value::from("2/3")]
        );
        assert!(follow(&value, "/rows/*/q").is_err());
        assert!(follow(&value, "rows").is_err());
    }
}
