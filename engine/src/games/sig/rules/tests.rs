use super::*;
use crate::exact::fraction_text;

#[test]
fn the_presets_are_those_of_the_throws() {
    for (rules, name) in [
        (Rules::depaulis(), "sig:depaulis"),
        (Rules::ludii(), "sig:ludii"),
    ] {
        let presets = &crate::chance::presets::PRESETS;
        let preset = presets.iter().find(|preset| preset.name == name).unwrap();
        let (table, half) = preset.spec.split_once('{').unwrap();
        assert_eq!(table.trim(), format!("{}s ->", rules.sticks()));
        for part in half.trim_end_matches('}').split(',') {
            let (reds, value) = part.split_once(':').unwrap();
            let value = value.replace(['"', ' '], "").replace("cancel", "");
            for reds in reds.split('|') {
                let reds: usize = reds.trim().parse().unwrap();
                assert_eq!(rules.throws()[reds].to_string(), value);
                assert_eq!(rules.throws()[rules.sticks() - reds].to_string(), value);
            }
        }
    }
}

#[test]
fn chances_of_unlike_sticks() {
    let rules: Rules = "throws=0|1|2,bias=1/2|1/3".parse().unwrap();
    let chances: Vec<String> = rules.chances().iter().map(fraction_text).collect();
    assert_eq!(chances, ["1/3", "1/2", "1/6"]);
    let rules: Rules = "throws=8|1|8,bias=25%".parse().unwrap();
    assert_eq!(rules.bias(), [Ratio::new(1, 4)]);
    let weighted = rules.weighted();
    assert_eq!(weighted[0].reds, [0, 2]);
    assert_eq!(fraction_text(&weighted[0].chance), "5/8");
    let same: Rules = "throws=8|1|8,bias=1/4|2/8".parse().unwrap();
    assert_eq!(same, rules);
}
