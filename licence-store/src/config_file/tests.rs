use super::*;

#[test]
fn a_whole_file_is_read() {
    let file = ConfigFile::parse(
        "it.toml",
        r#"
            database_url = "sqlite://x.db"
            cache_url = "memory://"
            listen = "127.0.0.1:0"
            behind_proxy = true
            tls_cert = "cert.pem"
            tls_key = "key.pem"
            trusted_proxy = ["10.0.0.0/8", "fd00::/8"]
            dashboard_listen = "127.0.0.1:8081"
            dashboard_url = "https://licence.example.org"
            require_passkey = true
            connector_token_hours = 24
            base_url = "https://api.example.org"
            sample = true
            no_jobs = true
            webhook_allow = ["127.0.0.0/8"]
            secret_key_file = "secret.key"
            catalogue_folder = "catalogues"
            catalogue_key_file = "catalogue.key"
            log = "info"
            log_format = "json"

            [webhooks]
            retry_delays = ["30s", "2m", "10m", "1h", "6h", "24h"]
            attempt_timeout = "10s"
            refused_ports = [22, 25]

            [registers.UKGC]
            urls = ["https://register.example/a.csv", "http://127.0.0.1:9/b.csv"]
            every = "1m"
            grace = "0"
            max_drop_percent = 100

            [registers.KH]
            urls = []

            [plans.starter]
            requests_per_second = 5
            requests_per_month = "unlimited"

            [retention]
            events = "30d"
            deliveries = "30d"
            "#,
    );
    assert!(file.is_ok(), "{:?}", file.err());
}

#[test]
fn webhooks_do_not_call_the_service_by_any_of_its_names() {
    let options = "base_url = 'https://api.example.org/licence'
                   dashboard_url = 'https://dashboard.example.org'
                   connector_url = 'https://connector.example.org'";
    let policy = ConfigFile::parse("it.toml", options).unwrap().webhook_options().post.policy;
    for name in ["api", "dashboard", "connector"] {
        assert!(policy.parse(&format!("https://{name}.example.org/hook")).is_err(), "{name}");
    }
    assert!(policy.parse("https://hooks.example.org/hook").is_ok());
}

#[test]
fn a_fault_names_file_line_and_key() {
    for (text, expected) in [
        ("databse_url = 'x'", "it.toml, line 1, databse_url: unknown field `databse_url`"),
        ("[register.CW]", "it.toml, line 1, register.CW: unknown field `register`"),
        ("\nlisten = 'here'", "it.toml, line 2, listen: \"here\" is not HOST:PORT, an IP"),
        (
            "metrics_listen = '127.0.0.1:99999'",
            "it.toml, line 1, metrics_listen: \"127.0.0.1:99999\" is not HOST:PORT",
        ),
        ("log = 'a'\nsample = 1", "it.toml, line 2, sample: invalid type: integer `1`"),
        ("[registers.XX]\nurls = []", "it.toml, line 1, registers.XX: \"XX\" is not a juris"),
        ("[registers.UKGC]\nurls = ['x']", "it.toml, line 2, registers.UKGC.urls: \"x\" is no"),
        ("[webhooks]\nattempt_timeout = 5", "it.toml, line 2, webhooks.attempt_timeout: inva"),
        ("[webhooks]\nretry_delays = [\n'5x']", "it.toml, line 2, webhooks.retry_delays: "),
        (
            "connector_token_hours = 25",
            "it.toml, line 1, connector_token_hours: invalid value: integer `25`, expected a whole \
             number of hours from 1 to 24",
        ),
        (
            "connector_token_hours = '3'",
            "it.toml, line 1, connector_token_hours: invalid type: string \"3\", expected a whole \
             number of hours from 1 to 24",
        ),
        ("\nsecret_key_file = ''", "it.toml, line 2, secret_key_file: \"\" is no path"),
        ("catalogue_folder = ''", "it.toml, line 1, catalogue_folder: \"\" is no path"),
        (
            "[webhooks]\nattempt_timeout = '0s'",
            "it.toml, line 2, webhooks.attempt_timeout: 0 is shorter than 1ms",
        ),
        (
            "[webhooks]\nretry_delays = ['1s', '2s']",
            "it.toml, line 2, webhooks.retry_delays: 2 waits are given; a delivery has 7 attempts, so \
             write exactly 6",
        ),
        ("[webhooks]\nretry_delays = []", "it.toml, line 2, webhooks.retry_delays: 0 waits are"),
        (
            "[registers.CW]\naccept = ['Region', ' ']",
            "it.toml, line 2, registers.CW.accept: \" \" is no name",
        ),
        ("[plans.gold]", "it.toml, line 1, plans.gold: \"gold\" is not a plan"),
        ("[plans.pro]\npolls_per_hour = -1", "it.toml, line 2, plans.pro.polls_per_hour: inv"),
        ("[plans.pro]\npolls_per_hour = 'all'", "it.toml, line 2, plans.pro.polls_per_hour: i"),
        (
            "[plans.pro]\npolls_per_hour = 99999999999999999999",
            "it.toml, line 2, plans.pro.polls_per_hour: 99999999999999999999 is not a limit: \
             write a whole number up to 18446744073709551615, or \"unlimited\"",
        ),
        (
            "[webhooks]\nrefused_ports = [70000]",
            "it.toml, line 2, webhooks.refused_ports: invalid value: integer `70000`, \
             expected a port: a whole number from 0 to 65535",
        ),
        ("[retention]\nfacts = '1d'", "it.toml, line 2, retention.facts: unknown field `facts`"),
        (
            "[retention]\nevents = '23h'",
            "it.toml, line 2, retention.events: 23h is shorter than 24h",
        ),
        (
            "[registers.CW]\nevery = '59s'",
            "it.toml, line 2, registers.CW.every: 59s is shorter than 1m",
        ),
        ("[registers.CW]\nevery = '0s'", "it.toml, line 2, registers.CW.every: 0 is shorter than"),
        (
            "[registers.CW]\nmax_drop_percent = 101",
            "it.toml, line 2, registers.CW.max_drop_percent: invalid value: integer `101`, expected \
             a percentage: a whole number from 0 to 100",
        ),
        (
            "[registers.CW]\nmax_drop_percent = -1",
            "it.toml, line 2, registers.CW.max_drop_percent: invalid value: integer `-1`, expected a \
             percentage: a whole number from 0 to 100",
        ),
        ("listen = ", "it.toml, line 1, listen: "),
        ("database_url = { p = 'hush' }", "it.toml, line 1, database_url: invalid type"),
    ] {
        let error = ConfigFile::parse("it.toml", text).err().unwrap().to_string();
        assert!(error.starts_with(expected), "{error}");
        assert!(!error.contains('\n') && !error.contains("hush"), "{error}");
    }
}
