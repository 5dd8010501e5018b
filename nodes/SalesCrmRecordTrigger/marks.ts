import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../utils/json';

/**
 * What is remembered of a record's content, to tell later that it changed and which of its fields did.
 *
 * 1. A mark is a digest of the whole, 18 bits, and then some bits of a digest of each field, in the
 *    order of a list of names that all records share. A change goes unnoticed once in 262,144.
 * 2. A field that changed is not named once in 2ᵇ, with b bits a field: 18 where there is room, which
 *    is up to some 20,000 records of a dozen fields, and 4 with 50,000 of them (once in 16). None may
 *    be named, then.
 * 3. What counts is the value, not how it is written: the keys of objects are sorted, and a field that
 *    is null is the same as none.
 * 4. Fields that come later join the list at its end. The bits may become fewer, never more.
 */
export interface MarkLayout {
	/** Names of the fields, in the order of their bits. */
	fields: string[];
	/** For each of them. */
	bits: number;
}

/** Characters of six bits each. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const DIGEST_LENGTH = 3;

/** Of a record that has other changes than those noted: no digest equals it. */
const STALE = '.'.repeat(DIGEST_LENGTH);

export const isStale = (mark: string): boolean => mark.startsWith(STALE);

export const MAX_BITS = 18;
export const MIN_BITS = 2;

export const markLength = ({ fields, bits }: MarkLayout): number =>
	DIGEST_LENGTH + Math.ceil((fields.length * bits) / 6);

/** All that counts of a record, for one that has no id. */
export const contentOf = (record: IDataObject, ignored: readonly string[]): string =>
	written(
		record,
		Object.keys(record)
			.filter((name) => !ignored.includes(name))
			.sort(),
	);

/** The fields of these names that are there (rule 3). */
function written(record: IDataObject, names: readonly string[]): string {
	let text = '';
	for (const name of names) {
		const value = record[name];
		if (!isNone(value)) text += `${name}:${sortedJson(value)},`;
	}
	return text;
}

export const isNone = (value: unknown): boolean => value === null || value === undefined;

function sortedJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(sortedJson).join()}]`;
	if (!isObject(value)) return JSON.stringify(value) ?? 'null';
	const parts = Object.keys(value)
		.sort()
		.map((name) => `${JSON.stringify(name)}:${sortedJson(value[name])}`);
	return `{${parts.join()}}`;
}

const digestOf = (record: IDataObject, { fields }: MarkLayout): string =>
	createHash('sha256').update(written(record, fields)).digest('base64').slice(0, DIGEST_LENGTH);

export const markOf = (record: IDataObject, layout: MarkLayout): string =>
	digestOf(record, layout) +
	pack(
		layout.fields.map((name) => fieldDigest(record[name])),
		layout.bits,
	);

/**
 * 18 bits; 0 for none. A million of them are made when 50,000 records are noted, so it is no SHA:
 * FNV-1a, and the last steps of MurmurHash3.
 */
function fieldDigest(value: unknown): number {
	if (isNone(value)) return 0;
	const json = sortedJson(value);
	let hash = 0x811c9dc5;
	for (let n = 0; n < json.length; n++) hash = Math.imul(hash ^ json.charCodeAt(n), 0x01000193);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> (32 - MAX_BITS);
}

/**
 * Names of the fields in which a record differs from its mark: undefined where it does not, empty
 * where it does and the bits do not tell in which.
 */
export function differingFields(
	mark: string,
	record: IDataObject,
	layout: MarkLayout,
): string[] | undefined {
	if (mark.startsWith(digestOf(record, layout))) return undefined;
	const { fields, bits } = layout;
	const before = unpack(mark.slice(DIGEST_LENGTH), fields.length, bits);
	const rest = MAX_BITS - bits;
	const differing = fields.filter(
		(name, n) => before[n] >>> rest !== fieldDigest(record[name]) >>> rest,
	);
	return differing.length === 0 && isStale(mark) ? undefined : differing;
}

/** The same mark in another layout (rule 4). */
export function inLayout(mark: string, from: MarkLayout, to: MarkLayout): string {
	if (mark === '' || (from.bits === to.bits && from.fields.length === to.fields.length))
		return mark;
	const digests = unpack(mark.slice(DIGEST_LENGTH), from.fields.length, from.bits);
	const added = to.fields.slice(from.fields.length).map(() => 0);
	return mark.slice(0, DIGEST_LENGTH) + pack([...digests, ...added], to.bits);
}

/** A mark that takes note of the new values of some fields alone. */
export function withNoted(
	mark: string,
	record: IDataObject,
	noted: readonly string[],
	layout: MarkLayout,
): string {
	const before = unpack(mark.slice(DIGEST_LENGTH), layout.fields.length, layout.bits);
	const digests = layout.fields.map((name, n) =>
		noted.includes(name) ? fieldDigest(record[name]) : before[n],
	);
	return STALE + pack(digests, layout.bits);
}

/** The first bits of each digest. */
function pack(digests: number[], bits: number): string {
	let text = '';
	let held = 0;
	let width = 0;
	for (const digest of digests) {
		held = (held << bits) | (digest >>> (MAX_BITS - bits));
		width += bits;
		while (width >= 6) {
			width -= 6;
			text += ALPHABET[(held >>> width) & 63];
		}
		held &= (1 << width) - 1;
	}
	return width > 0 ? text + ALPHABET[(held << (6 - width)) & 63] : text;
}

/** Digests of which the first bits are known, and the others 0. */
function unpack(text: string, count: number, bits: number): number[] {
	const digests: number[] = [];
	let held = 0;
	let width = 0;
	for (const character of text) {
		held = (held << 6) | ALPHABET.indexOf(character);
		width += 6;
		while (width >= bits && digests.length < count) {
			width -= bits;
			digests.push((held >>> width) << (MAX_BITS - bits));
			held &= (1 << width) - 1;
		}
	}
	return digests;
}
