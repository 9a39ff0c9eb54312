//! Limits as they are typed.

use std::time::Duration;

/// Seconds: `10`, `0.5`.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let seconds = seconds.filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "write a number of seconds, such as 10 or 0.5".to_owned())
}

/// Memory: `500MB`, `2G`, `1.5GiB`.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let text = text.to_ascii_uppercase();
    let units = [
        ("GIB", 1_073_741_824.0),
        ("MIB", 1_048_576.0),
        ("GB", 1e9),
        ("MB", 1e6),
        ("G", 1e9),
        ("M", 1e6),
    ];
    let written = units.into_iter().find_map(|(unit, bytes)| {
        let number: f64 = text.strip_suffix(unit)?.trim_end().parse().ok()?;
        Some(number * bytes)
    });
    // A million gigabytes are more than there are.
    let bytes = written.filter(|bytes| (1e6..1e15).contains(bytes));
    let bytes = bytes.map(|bytes| bytes as u64);
    bytes.ok_or_else(|| "write a size of 1MB or more, such as 500MB or 2GB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(bytes("500MB"), Ok(500_000_000));
        assert_eq!(bytes("1.5 gb"), Ok(1_500_000_000));
        assert_eq!(
            (bytes("12G"), bytes("1GiB")),
            (Ok(12_000_000_000), Ok(1_073_741_824))
        );
        for wrong in ["2", "GB", "0.5MB", "-1GB", "infGB", "2TB", "nanMB"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["0", "-1", "x", "inf", "nan"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
