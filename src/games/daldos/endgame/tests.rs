use super::*;

fn rules(text: &str) -> Arc<Game> {
    Arc::new(Game::new(text.parse().unwrap()).unwrap())
}

/// Both generators on every position of an endgame.
#[test]
fn moves_agree_with_the_full_board() {
    for (text, pieces) in [
        ("daldos:n=4", [2, 1]),
        ("daldos:n=2", [2, 2]),
        ("daldos:n=3,dalling=stern-most,intermediate_capture=yes,direction=prow", [2, 1]),
        ("daldos:n=3,intermediate_capture=yes,loses_at=1", [2, 2]),
        ("daldos:n=3,dice=1:4|2:6|3:4|4:1,extra=doubles", [3, 1]),
        ("daldos:n=5,dalling=stern-most", [2, 1]),
    ] {
        let rules = rules(text);
        let (index, course) = layout(&rules, pieces).unwrap();
        let mut found = Vec::new();
        for number in 0..index.len() {
            let few = index.few(number).unwrap();
            if !course.possible(&few) {
                continue;
            }
            let state = course.state(&few);
            assert_eq!(course.few(&state, &rules), Some(few));
            for cast in rules.casts() {
                course.cast(&few, cast, &mut found);
                let mut own: Vec<State> = found.iter().map(|few| course.state(few)).collect();
                let mut board = Vec::new();
                state.each_way(&rules, cast.numbers, |_, after| board.push(after));
                own.sort_unstable();
                board.sort_unstable();
                board.dedup();
                assert_eq!(own, board, "{text}: {state:?} {cast:?}");
            }
        }
    }
}
