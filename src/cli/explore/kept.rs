//! The address of the page, kept so that links to it go on working: its port and its token, in a file that only its owner reads.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

/// Bytes of a token; written they are twice as many digits.
const TOKEN: usize = 16;

/// An address, and the file it is kept in.
pub(super) struct Kept {
    file: Option<PathBuf>,
    /// The port of the last time.
    pub(super) port: Option<u16>,
    pub(super) token: String,
}

impl Kept {
    /// The address of the last time, else a new one.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub(super) fn read() -> io::Result<Self> {
        let file = etcetera::choose_base_strategy().ok();
        let file = file.map(|strategy| strategy.data_dir().join("siga").join("explore"));
        if let Some((port, token)) = file.as_deref().and_then(parsed) {
            return Ok(Self {
                file,
                port: Some(port),
                token,
            });
        }
        let mut bytes = [0; TOKEN];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Self {
            file,
            port: None,
            token: bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        })
    }

    /// Keeps a new address; without a place to write, links work as long as the page is served.
    pub(super) fn write(&self, port: u16) {
        let (Some(file), None) = (&self.file, self.port) else {
            return;
        };
        let _ = written(file, &format!("{port} {}\n", self.token));
    }
}

/// What a file says, if it is one of these.
fn parsed(file: &Path) -> Option<(u16, String)> {
    let text = fs::read_to_string(file).ok()?;
    let (port, token) = text.trim().split_once(' ')?;
    let whole = token.len() == 2 * TOKEN && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    Some((port.parse().ok()?, token.to_owned())).filter(|_| whole)
}

fn written(file: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(file.parent().unwrap_or(file))?;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)?.write_all(text.as_bytes())
}
