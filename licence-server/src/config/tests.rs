use licence_core::jurisdiction::JurisdictionCode;

use super::*;

fn config(arguments: &[&str], file: &str) -> Result<Config, String> {
    let program = std::iter::once("licence-server");
    let arguments = program.chain(arguments.iter().copied()).map(OsString::from);
    let flags = Flags::read(arguments).map_err(|error| error.to_string())??;
    let file = ConfigFile::parse("it.toml", file).map_err(|error| error.to_string())?;
    Config::from_options(flags, file).map_err(|error| error.to_string())
}

fn error(arguments: &[&str], file: &str) -> String {
    let error = config(arguments, file).err().unwrap();
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

#[test]
fn a_flag_wins_over_the_file_and_the_file_over_the_default() {
    let listen =
        |arguments: &[&str], file: &str| config(arguments, file).unwrap().listen.to_string();
    let file = "listen = '127.0.0.1:2'";
    assert_eq!(listen(&[], ""), "127.0.0.1:8080");
    assert_eq!(listen(&[], file), "127.0.0.1:2");
    assert_eq!(listen(&["--listen", "127.0.0.1:1"], file), "127.0.0.1:1");
}

#[test]
fn switches_can_be_turned_off_again() {
    let sample = |arguments: &[&str]| config(arguments, "sample = true").unwrap().sample;
    assert!(sample(&[]));
    assert!(sample(&["--sample"]));
    assert!(!sample(&["--sample=false"]));
    assert!(!sample(&["--sample=0"]));
}

#[test]
fn the_audit_log_gets_the_options_without_secrets() {
    let file = "database_url = 'postgres://me:hush@127.0.0.1/x?sslmode=require&password=hush'\n\
                cache_url = 'redis://:hush@127.0.0.1'\nbase_url = 'https://me:hush@a.example/v'\n\
                dashboard_listen = '127.0.0.1:9'\ndashboard_url = 'https://d.example'\n\
                connector_listen = '[::1]:8'\nconnector_url = 'https://c.example'\n\
                metrics_listen = '127.0.0.1:7'\ntls_cert = 'a.pem'\ntls_key = 'b.pem'\n\
                trusted_proxy = ['10.0.0.1', 'fd00::/8']\nwebhook_allow = ['10.0.0.0/8']\n\
                log_format = 'json'\ncatalogue_folder = 'kept'\nsample = true\n\
                [webhooks]\nrefused_ports = [22, 25]\n[plans.pro]\nrequests_per_day = 7\n\
                [registers.UKGC]\nurls = ['https://me:hush@a.example/b.csv?key=hush']\n\
                every = '30m'\ngrace = '2d'\n[registers.KH]\n[retention]\nevents = '48h'";
    let options = config(&["--log", "error"], file).unwrap().effective();
    let bare = config(&[], "").unwrap().effective();
    insta::assert_snapshot!(serde_json::to_string_pretty(&[options, bare]).unwrap());
}

#[test]
fn a_list_is_given_by_repeating_commas_or_an_array() {
    let proxies = |arguments: &[&str], file: &str| {
        let proxies = config(arguments, file).unwrap().trusted_proxies;
        proxies.iter().map(IpNet::to_string).collect::<Vec<_>>()
    };
    let both = ["10.0.0.0/8", "192.0.2.1/32"];
    assert_eq!(proxies(&["--trusted-proxy=10.0.0.0/8,192.0.2.1"], ""), both);
    let repeated = ["--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "192.0.2.1/32"];
    assert_eq!(proxies(&repeated, "trusted_proxy = ['::1/128']"), both);
    assert_eq!(proxies(&[], "trusted_proxy = ['10.0.0.0/8', '192.0.2.1']"), both);
}

#[test]
fn registers_are_read_as_the_file_says_and_else_by_default() {
    let file = "[registers.UKGC]\nevery = '30m'\n[registers.KH]\nurls = []";
    let plans = config(&[], file).unwrap().register_plans();
    let plan = |code: JurisdictionCode| plans.iter().find(|plan| plan.code == code);
    let british = plan(JurisdictionCode::Ukgc).unwrap();
    assert_eq!((british.every.to_string(), british.urls.len()), ("30m".to_owned(), 1));
    assert!(plan(JurisdictionCode::Kh).is_none(), "it has no address");
    assert_eq!(plan(JurisdictionCode::An).unwrap().every.to_string(), "6h");
}

#[test]
fn plain_http_stays_on_this_machine_unless_a_proxy_stands_in_front() {
    for listen in ["127.0.0.1:0", "127.9.9.9:0", "[::1]:0", "[::ffff:127.0.0.1]:0"] {
        assert!(config(&["--listen", listen], "").is_ok(), "{listen}");
    }
    for listen in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        assert!(error(&["--listen", listen], "").starts_with("refusing to serve plain HTTP"));
        let proxied = ["--listen", listen, "--behind-proxy", "--trusted-proxy=10.0.0.2"];
        assert!(config(&proxied, "").is_ok());
        assert!(config(&["--listen", listen, "--tls-cert=c", "--tls-key=k"], "").is_ok());
    }
}

#[test]
fn a_proxy_in_front_is_named() {
    let refused = "--behind-proxy needs --trusted-proxy: ";
    for (arguments, file, is_refused) in [
        (&["--behind-proxy"][..], "", true),
        (&["--behind-proxy"], "trusted_proxy = []", true),
        (&["--listen=0.0.0.0:0"], "behind_proxy = true", true),
        (&["--behind-proxy"], "trusted_proxy = ['10.0.0.0/8']", false),
        (&["--trusted-proxy=10.0.0.2"], "behind_proxy = true", false),
        (&["--trusted-proxy=10.0.0.2"], "", false),
        (&["--behind-proxy=false"], "", false),
    ] {
        let error = config(arguments, file).err();
        assert_eq!(error.is_some(), is_refused, "{arguments:?} {file} {error:?}");
        assert!(error.is_none_or(|error| error.starts_with(refused)));
    }
}

#[test]
fn metrics_stay_on_this_machine_by_default() {
    for listen in ["127.0.0.1:0", "[::1]:0", "[::ffff:127.0.0.1]:0"] {
        assert!(config(&["--metrics-listen", listen], "").is_ok(), "{listen}");
    }
    for listen in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        let refused = error(&["--metrics-listen", listen], "");
        assert!(refused.starts_with(&format!("refusing to serve metrics on {listen}")));
        assert!(refused.contains("--metrics-remote"));
        assert!(config(&["--metrics-listen", listen, "--metrics-remote"], "").is_ok());
        assert!(config(&["--metrics-listen", listen], "metrics_remote = true").is_ok());
    }
}

#[test]
fn bad_options_are_named_in_one_line() {
    for (arguments, expected) in [
        (&["--nonsense"][..], "unexpected argument '--nonsense' found"),
        (&["--listen"], "a value is required for '--listen <ADDRESS>' but none was supplied"),
        (&["--listen", "here\n\nthere"], "invalid value 'here there' for '--listen <ADDRESS>'"),
        (
            &["--listen", "127.0.0.1"],
            "invalid value '127.0.0.1' for '--listen <ADDRESS>': \"127.0.0.1\" is not HOST:PORT",
        ),
        (&["--sample=maybe"], "invalid value 'maybe' for '--sample[=<BOOL>]'"),
        (&["--trusted-proxy=10.0.0.0/33"], "invalid value '10.0.0.0/33' for '--trusted-proxy"),
        (&["--log-format=xml"], "invalid value 'xml' for '--log-format <FORMAT>'"),
        (&["--base-url=example.org"], "invalid value 'example.org' for '--base-url <URL>'"),
        (&["--tls-cert=c"], "--tls-cert needs --tls-key"),
        (&["--tls-key=k"], "--tls-key needs --tls-cert"),
        (&["stray"], "unexpected argument 'stray' found"),
    ] {
        let error = error(arguments, "");
        assert!(error.starts_with(expected), "{error}");
    }
    for (first, second) in [
        ("--listen", "--metrics-listen"),
        ("--listen", "--dashboard-listen"),
        ("--metrics-listen", "--dashboard-listen"),
    ] {
        let refused = error(&[first, "127.0.0.1:9", second, "127.0.0.1:9"], "");
        assert!(refused.starts_with(&format!("{first} and {second} are both 127.0.0.1:9")));
        assert!(config(&[first, "127.0.0.1:0", second, "127.0.0.1:0"], "").is_ok());
    }
}

#[test]
fn help_and_version_are_texts_to_print() {
    assert!(config(&["--version"], "").err().unwrap().starts_with("licence-server "));
    let help = config(&["--help"], "").err().unwrap();
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let StoreOptions { database_url, cache_url, .. } = StoreOptions::default();
    for default in [database_url, cache_url, LISTEN.to_string()] {
        assert!(help.contains(&format!("[default: {default}]")), "{default}");
    }
}
