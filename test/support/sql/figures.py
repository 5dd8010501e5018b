"""The figures of deal histories once more, in SQL, for a test to compare: worlds in, their figures out, as JSON.

Knows of the package only what figures are called. Times and durations are milliseconds, as in the history; dates are of
Amsterdam, in 2026.
"""

import json
import sqlite3
import sys
from datetime import datetime, timezone

# Which status and assignee a deal has from each change on, and of which pipeline it is then.
PLACED = """
    create table pipeline as
        select pipeline as id, row_number() over (order by min(n)) as number from status group by pipeline;
    create table ordered as
        select *, row_number() over (partition by deal order by began, ended is null, ended) as k from entry;
    create index by_place on ordered (deal, k);
    create table placed as
        with change as (
            select o.*,
                (select named from ordered p where p.deal = o.deal and p.k <= o.k and p.named is not null
                    and p.type = 'STATUS_CHANGED' order by k desc limit 1) as status,
                (select named from ordered p where p.deal = o.deal and p.k <= o.k and p.named is not null
                    and p.type = 'USER_CHANGED' order by k desc limit 1) as assignee
            from ordered o
        )
        select c.*, coalesce(s.pipeline, d.pipeline) as pipeline, d.n as deal_n
        from change c join deal d on d.id = c.deal left join status s on s.id = c.status;
    create table wanted_status (id); create table wanted_user (id); create table wanted_pipeline (id);
"""


def load(world):
    """The world as tables of a new database."""
    global db, now
    now = world["now"]
    db = sqlite3.connect(":memory:")
    db.row_factory = sqlite3.Row
    entries = [
        {**entry, "deal": deal["id"], "named": entry["metaData"].get("propertyValue", {}).get("_id")}
        for deal in world["deals"]
        for entry in deal["history"]
    ]
    table("status", ["n", "id", "pipeline", "label"], world["statuses"], ["n", "id", "backlog_id", "label"])
    table("user", ["id", "name", "email"], world["users"])
    table("deal", ["n", "id", "pipeline"], world["deals"], ["n", "id", "backlogId"])
    columns = ["deal", "id", "began", "ended", "type", "named"]
    table("entry", columns, entries, ["deal", "id", "startTimestamp", "endTimestamp", "type", "named"])
    db.execute("update entry set ended = null where ended = 0")
    db.executescript(PLACED)


def table(name, columns, records, keys=None):
    db.execute(f"create table {name} ({', '.join(columns)})")
    rows = [[{"n": n, **record}[key] for key in keys or columns] for n, record in enumerate(records)]
    db.executemany(f"insert into {name} values ({', '.join('?' for _ in columns)})", rows)


def all_of(sql, **values):
    return [dict(row) for row in db.execute(sql, {"now": now, **values})]


IN_STATUS = "(:any_status or status in wanted_status)"
IN_USER = "(:any_user or assignee in wanted_user)"
IN_PIPELINE = "(:any_pipeline or pipeline in wanted_pipeline)"


def midnight(date):
    """The beginning of a day in Amsterdam: summer time there, in 2026, is from 29 March to 25 October."""
    if date is None:
        return None
    hours = 2 if "2026-03-29" < date <= "2026-10-25" else 1
    utc = datetime.fromisoformat(date).replace(tzinfo=timezone.utc)
    return int(utc.timestamp() * 1000) - hours * 3_600_000


def choose(question):
    """Makes the ids that names stand for, and gives what else the SQL is asked with."""
    for name, sql in (
        ("status", "select id from status where lower(label) = lower(?)"),
        ("user", "select id from user where lower(?) in (lower(name), lower(email))"),
        ("pipeline", "select id from pipeline where 'pipeline ' || number = lower(?)"),
    ):
        db.execute(f"delete from wanted_{name}")
        for one in question[name]:
            db.execute(f"insert into wanted_{name} {sql}", [one])
    return {
        **{f"any_{name}": not question[name] for name in ("status", "user", "pipeline")},
        "after": midnight(question["after"]) or 0,
        "before": midnight(question["before"]) or 1e15,
        "days": question["days"],
        "type": question["type"],
    }


# A part begins where the status changes, or whatever else it is split by. The last one ends with the deal's last entry.
PARTS = """
    with closed as (
        select deal, ended as closing from ordered o where k = (select max(k) from ordered p where p.deal = o.deal)
    ),
    began as (
        select *, lag(status) over each as status_before, lag({split}) over each as split_before, {split} as split
        from placed window each as (partition by deal order by k)
    ),
    part as (
        select *, coalesce(lead(began) over each, closing) as until, lead(status) over each as next
        from began join closed using (deal)
        where status is not null and (status_before is not status or split_before is not split)
        window each as (partition by deal order by k)
    )
"""


def report(question):
    values = choose(question)
    split = question["split"]
    by = "assignee" if split or question["user"] else "null"
    group = "status, assignee" if split else "status"

    def same(column):
        who = "and d.assignee is mine.assignee" if split else ""
        return f"(select {column} from days d where d.status = mine.status {who}) as {column}"

    parts = (
        PARTS.format(split=by)
        + f""",
        mine as (select * from part where {IN_USER}),
        done as (
            select *, until - began as length,
                row_number() over (partition by {group} order by until - began) - 1 as place,
                count(*) over (partition by {group}) - 1 as last
            from mine where until >= :after and until < :before
        )
        """
    )
    who = "assignee as assigneeId," if split else ""
    # Between two lengths in proportion: each counts the more the nearer it is to the place.
    figures = all_of(
        parts
        + f""",
        days as (
            select status, assignee, avg(length) as averageDays,
                sum(length * max(0, 1 - abs(place - 0.5 * last))) as medianDays,
                sum(length * max(0, 1 - abs(place - 0.9 * last))) as p90Days
            from done group by {group}
        ),
        onward as (
            select status, assignee, next, count(*) as visits from done where next <> status
            group by {group}, next order by next
        )
        select status as statusId, {who}
            coalesce(sum(until is null), 0) as openNow,
            coalesce(sum(began >= :after and began < :before), 0) as entered,
            coalesce(sum(until >= :after and until < :before and next is not status), 0) as left,
            {same('averageDays')}, {same('medianDays')}, {same('p90Days')},
            (select json_group_array(json_array(next, visits)) from onward o
                where o.status = mine.status and {'o.assignee is mine.assignee' if split else '1'}) as next
        from mine where {IN_STATUS} and {IN_PIPELINE} group by {group}
        """,
        **values,
    )
    order = all_of(
        f"""
        select status.id as status from status join pipeline on pipeline.id = status.pipeline
        where (:any_status or status.id in wanted_status)
            and (:any_pipeline or pipeline.id in wanted_pipeline)
        order by pipeline.number, status.n
        """,
        **values,
    )
    return {"figures": figures, "order": [one["status"] for one in order]}


def times(question):
    return all_of(
        PARTS.format(split=IN_USER)
        + f""",
        mine as (
            select *, max(0, coalesce(until, :now) - began) as length,
                row_number() over (partition by deal, status order by k desc) as latest
            from part where split
        )
        select deal as dealId, status as statusId, sum(length) as totalDays,
            sum(length) filter (where latest = 1) as latestDays, count(*) as enteredCount, min(began) as firstEnteredAt,
            max(began) as lastEnteredAt, max(until) as lastLeftAt, max(until is null) as current
        from mine where {IN_STATUS} and {IN_PIPELINE} group by deal, status
        """,
        **choose(question),
    )


def changes(question):
    return all_of(
        f"""
        select deal as dealId, id as changeId from placed
        where {IN_STATUS} and {IN_USER} and {IN_PIPELINE} and (:type is null or type = :type)
            and began >= :after and began < :before
        order by deal_n, k
        """,
        **choose(question),
    )


def deals(question):
    """As they are now: the last change tells how."""
    return all_of(
        PARTS.format(split="null")
        + f""",
        present as (
            select c.deal, c.deal_n, c.status, c.assignee, c.pipeline, c.ended,
                (select count(*) from part where part.deal = c.deal and part.status = c.status) as count,
                (select max(began) from part where part.deal = c.deal) as entered,
                (select min(began) from placed f where f.deal = c.deal) as first
            from placed c where k = (select max(k) from placed l where l.deal = c.deal)
        )
        select deal as dealId, count as enteredCount, entered - first as daysToStatus,
            coalesce(ended, :now) - entered as daysInStatus
        from present
        where {IN_STATUS} and {IN_USER} and {IN_PIPELINE}
            and ((:after = 0 and :before = 1e15) or (entered >= :after and entered < :before))
            and (:days is null or (ended is null and :now - entered >= :days * 86400000))
        order by deal_n
        """,
        **choose(question),
    )


ANSWERS = {"report": report, "times": times, "changes": changes, "deals": deals}


def answers(world):
    load(world)
    return [{name: answer(question) for name, answer in ANSWERS.items()} for question in world["questions"]]


json.dump([answers(world) for world in json.load(sys.stdin)], sys.stdout)
