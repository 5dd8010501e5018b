"""What deals contain and which of their quotations counts, once more, in SQL over the service's raw answers.

Knows nothing of the package. Worlds in, the rows of their questions out, as JSON. Times are milliseconds.
"""

import json
import sqlite3
import sys

TABLES = """
    create table deal (id, pipeline, type);
    create table field (deal, n, label, amount, currency, text);
    create table label (deal, n, type, at);
    create table item (deal, request);
    create table quotation (id, status, number, total, at, request);
    create table expiry (quotation, at);
"""

# The later of won and lost; the first amount that is a number; the first text of a label.
HELD = """
    create view held as select id as deal, type, pipeline,
        (select amount from field where deal = id and label = 'cf_lead_value' and amount is not null order by n limit 1)
            as value,
        (select currency from field where deal = id and label = 'cf_lead_value' and amount is not null order by n limit 1)
            as currency,
        (select text from field where deal = id and label = 'email' and text <> '' order by n limit 1) as email,
        (select text from field where deal = id and label = 'phone' and text <> '' order by n limit 1) as phone,
        (select case type when 'DEAL_WON' then 'won' else 'lost' end from label
            where deal = id and type in ('DEAL_WON', 'DEAL_LOST') order by at desc, n desc limit 1) as result,
        exists (select 1 from label where deal = id and type = 'ITEM_ARCHIVED') as archived,
        (select request from item where item.deal = id) as request
    from deal;
"""

# What is sent counts only where nothing is accepted, what is neither only where it is alone.
COUNTING = """
    create view ranked as select request, id,
        case status when 'ACCEPTED' then 1 when 'SENT' then 2 else 3 end as rank,
        case status when 'ACCEPTED' then at else 0 end as moment
    from quotation where request is not null;
    create view best as select request, rank, moment, count(*) as many, min(id) as id from ranked r
        where not exists (select 1 from ranked o where o.request = r.request and o.rank < r.rank)
            and not exists (select 1 from ranked o where o.request = r.request and o.rank = r.rank and o.moment > r.moment)
        group by request, rank, moment;
    create view counting as select request, id from best where many = 1;
"""


def number_of(amount):
    """Texts are numbers, too, if they are written as one."""
    try:
        return None if amount is None or str(amount).strip() == "" else float(amount)
    except ValueError:
        return None


def load(world):
    global db
    db = sqlite3.connect(":memory:")
    db.row_factory = sqlite3.Row
    db.executescript(TABLES + HELD + COUNTING)
    types = {one["id"]: one["type"] for one in world["pipelines"]}
    for deal in world["history"]:
        db.execute("insert into deal values (?, ?, ?)", [deal["id"], deal["backlogId"], types[deal["backlogId"]]])
        for n, one in enumerate(deal["freeFields"]):
            money = one["value"] if isinstance(one["value"], dict) else {}
            currency = money.get("iso_currency", money.get("isoCurrency"))
            text = one["value"] if isinstance(one["value"], str) else None
            row = [deal["id"], n, one["label"], number_of(money.get("amount")), currency, text]
            db.execute("insert into field values (?, ?, ?, ?, ?, ?)", row)
        for n, one in enumerate(deal["technicalLabels"]):
            db.execute("insert into label values (?, ?, ?, ?)", [deal["id"], n, one["type"], one["timestamp"]])
    for one in world["items"]:
        db.execute("insert into item values (?, ?)", [one["id"], one["item_subject"]["id"]])
    for one in world["documents"]:
        if one["document_type"] != "QUOTATION":
            continue
        request = one["itemSubject"] and one["itemSubject"]["id"]
        at = one["document_creation_timestamp"]
        row = [one["id"], one["document_status"], one["document_number"], one["pricing"]["total"], at, request]
        db.execute("insert into quotation values (?, ?, ?, ?, ?, ?)", row)
    for one in world["quotations"]:
        expiry = [one["documentId"], one["quotationExpirationTimestamp"]]
        db.execute("insert into expiry values (?, ?)", expiry)


def list_of(values):
    return ", ".join(f"'{value}'" for value in values)


def rows(question, now):
    wants = ["1"]
    if question["results"]:
        wants.append(f"coalesce(result, 'open') in ({list_of(question['results'])})")
    wants.append(f"type in ({list_of(question['types'] or ['deal'])})")
    if not question["archived"]:
        wants.append("not archived")
    if question["statuses"]:
        wants.append(f"q.status in ({list_of(question['statuses'])})")
    if question["days"] is not None:
        wants.append(f"q.status = 'SENT' and {now} - q.at >= {question['days']} * 86400000")
    found = db.execute(
        f"""
        select held.*, q.number, q.status, q.total, case q.status when 'SENT' then {now} - q.at end as open,
            c.id is null and exists (select 1 from quotation o where o.request = held.request) as unclear,
            (select json_group_array(json_array(id, at, expiry)) from (
                select o.id, o.at, (select e.at from expiry e where e.quotation = o.id) as expiry
                from quotation o where o.request = held.request order by o.id)) as quotations
        from held left join counting c on c.request = held.request left join quotation q on q.id = c.id
        where {' and '.join(wants)} order by deal
        """
    )
    return [{**dict(row), "quotations": json.loads(row["quotations"])} for row in found]


def answers(world):
    load(world)
    untied = db.execute("select count(*) from quotation where request is null").fetchone()[0]
    return {"untied": untied, "rows": [rows(question, world["now"]) for question in world["questions"]]}


json.dump([answers(world) for world in json.load(sys.stdin)], sys.stdout)
