//! Files that commands write.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::failure::Failure;
use crate::work::whole_file;

/// Writes a file whole or not at all; its folder is made if it is missing.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_with(path, |out| out.write_all(bytes))
}

/// Writes a file whole or not at all as its content comes.
pub(crate) fn write_with(
    path: &Path,
    content: impl Fn(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let write = || {
        if let Some(folder) = path.parent() {
            if folder.is_file() {
                let said = format!("`{}` is a file, not a folder", folder.display());
                return Err(io::Error::other(said));
            }
            fs::create_dir_all(folder)?;
        }
        whole_file::write(path, content)
    };
    write().map_err(|error| Failure::io(format!("cannot write `{}`: {error}", path.display())))
}
