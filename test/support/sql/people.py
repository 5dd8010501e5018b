"""Whose deals and documents are whose, in SQL over the service's own answers, for a test to compare: answers in, rows out."""

import json
import sqlite3
import sys

WHOSE = """
    select 'deal' as kind, s.person, i.id from subject s join item i on i.request = s.request
        join pipeline p on p.id = i.pipeline where p.type = 'DEALS'
    union
    select lower(d.type), p.id, d.id from document d join person p on p.id = d.person
        or (d.person is null and exists (select 1 from subject s where s.person = p.id and s.request = d.request))
    order by 1, 2, 3;
"""


def rows_of(world):
    db = sqlite3.connect(":memory:")
    db.executescript(
        """create table person (id); create table subject (person, request); create table pipeline (id, type);
        create table item (id, pipeline, request); create table document (id, type, person, request);"""
    )
    for person in world["persons"]:
        db.execute("insert into person values (?)", [person["id"]])
        for subject in person["item_subjects"]:
            db.execute("insert into subject values (?, ?)", [person["id"], subject["id"]])
    for pipeline in world["pipelines"]:
        db.execute("insert into pipeline values (?, ?)", [pipeline["id"], pipeline["type"]])
    for item in world["items"]:
        db.execute("insert into item values (?, ?, ?)", [item["id"], item["backlog_id"], item["item_subject"]["id"]])
    for one in world["documents"]:
        request = (one["itemSubject"] or {}).get("id")
        row = [one["id"], one["document_type"], one["contact_person_id"], request]
        db.execute("insert into document values (?, ?, ?, ?)", row)
    return db.execute(WHOSE).fetchall()


print(json.dumps([rows_of(world) for world in json.load(sys.stdin)]))
