//! A board drawn for a terminal.

use crate::ask::running_fight::picture;
use crate::ask::subject::Shown;
use crate::games::record::Recordable;
use crate::games::sig::Position;
use crate::render::drawing::board::Scene;

impl Shown for Position {
    fn draw(&self, _taken: u128) -> String {
        picture::draw(&self.setup().rows)
    }

    fn scene(&self, _taken: u128) -> Scene {
        picture::scene(&self.setup().rows, self.route(), &[])
    }

    fn turn(&self) -> String {
        match self.ended() {
            Some(how) => format!("the game is over: {how}"),
            None => format!("{} to throw", self.side()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_numbered_under_the_rows() {
        let rules = "sig:depaulis,length=5".parse().unwrap();
        let position = Position::parse("aA2a/5/5/b3B A", &rules).unwrap();
        let text = anstream::adapter::strip_str(&position.draw(0)).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "  a  a A . . a");
        assert_eq!(lines[3], "  d  b . . . B");
        assert_eq!(lines[4], "     1       5");
    }
}
