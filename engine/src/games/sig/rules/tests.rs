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

#[test]
fn errors_say_what_would_be_right() {
    let wrong = |text: &str| text.parse::<Rules>().unwrap_err().to_string();
    assert!(wrong("teeko:sudan").contains("`sig:`"));
    assert!(wrong("sig:lane").contains("`depaulis`, `ludii`"));
    assert!(wrong("ludii,speed=3").contains("`khadzh_when_free`"));
    assert!(wrong("ludii,order=free").contains("any or thrown"));
    assert!(wrong("ludii,length=1").contains("2 to 32"));
    assert!(wrong("ludii,rows=5").contains("3 or 4"));
    assert!(wrong("mzab,wakes=1|0").contains("`none`"));
    assert!(wrong("ludii,length=+20").contains("2 to 32"));
    assert!(wrong("ludii,length").contains("option=value"));
    assert!(wrong("ludii,length=5,length=7").contains("twice"));
    assert!(wrong("ludii,throws=8").contains("0 sticks"));
    assert!(wrong("ludii,throws=8|100").contains("1 to 99"));
    assert!(wrong("ludii,throws=8|khadz*").contains("`khadzh`"));
    assert!(wrong("ludii,bias=1/2|1/3").contains("2 chances for 8 sticks"));
    assert!(wrong("ludii,bias=3/2").contains("a chance from 0 to 1"));
    assert!(wrong("ludii,bias=1/1000001").contains("1000000"));
    assert!(wrong("ludii,throws=8*|1*").contains("never end"));
    // One stick red, one natural: only 1:1 can fall.
    assert!(wrong("ludii,throws=8|1*|8,bias=0|1").contains("never end"));
}
