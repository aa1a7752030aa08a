-- What ``lobby.sqlite`` has (see ``index.py``). Another schema is another VERSION there.

create table people (
    name text primary key,      -- as they are called
    plain text not null unique, -- without case,
    looks text not null unique, -- and without signs, accents and what looks alike (``names``)
    made real not null,
    account text not null default '', -- from which address they came first
    seen real not null,
    settings text not null default '{}',
    muted text not null default '[]'
);
create table keys (fingerprint text primary key, name text not null, made real not null);
create table codes (
    name text primary key, word text not null, until real not null, tries integer not null
);
create table bans (what text primary key, made real not null);
create table games (
    name text primary key,
    state text not null,
    wish text not null,         -- a GameWish
    owner text not null,
    account text not null default '', -- to whom it is counted: its owner, or a guest's address
    word text not null unique,  -- the invitation
    clock text not null,
    listed integer not null,
    made real not null,
    moved real not null,        -- when something happened last
    size integer not null default 0, -- of its save then, in bytes
    round integer not null default 0,
    rounds integer not null default 9,
    rematch text not null default '',
    day text not null default '', -- of a game of the day, its date
    called text not null        -- its title without case
);
create index games_by_state on games (state, moved);
create index games_by_day on games (day) where day != '';
create index games_by_called on games (called);
create table seats (
    game text not null references games (name) on delete cascade,
    seat integer not null,
    colour text not null,
    person text not null default '', -- who plays it, or plays it again; or is invited
    invited integer not null default 0,
    source text not null default '', -- 'person', a bot, or nothing while nobody does
    score integer not null default 0,
    reserve real not null default 0,
    since real,                      -- since when it owes an answer; null if it does not
    deadline real,                   -- when a bot will stand in; null for never
    primary key (game, seat)
);
create index seats_by_person on seats (person);
create index seats_by_deadline on seats (deadline) where deadline is not null;
create table said (
    game text not null references games (name) on delete cascade,
    n integer not null,
    time real not null,
    who text not null,
    text text not null,
    primary key (game, n)
);
create table paused (  -- clocks that stand still, with what was spent of an answer
    game text not null references games (name) on delete cascade,
    seat integer not null,
    time real not null,
    left real not null,
    allowance real not null,
    primary key (game, seat)
);
