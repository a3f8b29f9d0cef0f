use super::*;

#[test]
fn each_role_may_do_what_its_row_says() {
    let rows = [
        (Permission::ViewAccount, "owner developer viewer"),
        (Permission::Check, "owner developer viewer"),
        (Permission::SaveEvidence, "owner developer"),
        (Permission::Export, "owner developer"),
        (Permission::ChangeWatchlist, "owner developer"),
        (Permission::ViewKeys, "owner developer"),
        (Permission::ManageKeys, "owner developer"),
        (Permission::ManageWebhooks, "owner developer"),
        (Permission::GrantReading, "owner developer viewer"),
        (Permission::GrantWriting, "owner developer"),
        (Permission::ManageSelf, "owner developer viewer"),
        (Permission::ManageMembers, "owner"),
    ];
    assert_eq!(rows.map(|(permission, _)| permission), Permission::ALL);
    for (permission, roles) in rows {
        let allowed: Vec<&str> =
            Role::ALL.iter().filter(|it| it.allows(permission)).map(|it| it.as_str()).collect();
        assert_eq!(allowed.join(" "), roles, "{permission}");
    }
}

fn member(number: u128, role: Role, is_disabled: bool) -> Member {
    Member {
        id: MemberId(Uuid::from_u128(number)),
        account_id: AccountId(Uuid::nil()),
        name: "Ada".parse().unwrap(),
        role,
        created_at: Timestamp::EPOCH,
        last_seen_at: None,
        disabled_at: is_disabled.then_some(Timestamp::EPOCH),
    }
}

#[test]
fn only_an_owner_who_is_not_disabled_may_invite() {
    for role in Role::ALL.iter().copied() {
        for is_disabled in [false, true] {
            let expected = role == Role::Owner && !is_disabled;
            assert_eq!(member(1, role, is_disabled).may_invite(), expected, "{role} {is_disabled}");
        }
    }
}

#[test]
fn an_account_keeps_an_owner() {
    let alone = [
        member(1, Role::Owner, false),
        member(2, Role::Owner, true),
        member(3, Role::Developer, false),
    ];
    let two = [member(1, Role::Owner, false), member(2, Role::Owner, false)];
    for (members, changed, new_role, expected) in [
        (&alone[..], 1, None, Err(LastOwner)),
        (&alone, 1, Some(Role::Viewer), Err(LastOwner)),
        (&alone, 1, Some(Role::Owner), Ok(())),
        (&alone, 2, None, Ok(())),
        (&alone, 3, None, Ok(())),
        (&alone, 3, Some(Role::Viewer), Ok(())),
        (&two, 1, None, Ok(())),
        (&two, 2, Some(Role::Developer), Ok(())),
    ] {
        let changed = MemberId(Uuid::from_u128(changed));
        assert_eq!(keep_an_owner(members, changed, new_role), expected, "{changed:?}");
    }
}
