import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Pictures as small as a page wants them: few colors, one byte a pixel (RFC 2083). */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_COLORS = 64;
/** As many are taken as they are: the grounds of a page differ by little, and it shows. */
const EXACT_COLORS = 12;
/** Squared distance below which a color stands for another one. */
const ALIKE = 300;

/** Makes a PNG of few colors of one in full color, 8 bits a channel, as a browser takes it. */
export function withFewColors(png: Buffer): Buffer {
	const { width, height, pixels } = decode(png);
	const counts = new Map<number, number>();
	for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
	const palette = paletteOf(counts);
	const indexes = new Map([...counts.keys()].map((color) => [color, closest(palette, color)]));

	const rows = Buffer.alloc((width + 1) * height);
	pixels.forEach((color, n) => {
		rows[Math.floor(n / width) * (width + 1) + 1 + (n % width)] = indexes.get(color)!;
	});
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 3, 0, 0, 0], 8);
	return Buffer.concat([
		SIGNATURE,
		chunk('IHDR', header),
		chunk('PLTE', Buffer.from(palette.flatMap(channels))),
		chunk('IDAT', deflateSync(rows, { level: 9 })),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

type Channels = [number, number, number];

const channels = (color: number): Channels => [color >> 16, (color >> 8) & 255, color & 255];

function distance(one: number, other: number): number {
	const [r, g, b] = channels(one);
	const [r2, g2, b2] = channels(other);
	return (r - r2) ** 2 + (g - g2) ** 2 + (b - b2) ** 2;
}

function closest(palette: number[], color: number): number {
	const distances = palette.map((one) => distance(one, color));
	return distances.indexOf(Math.min(...distances));
}

/** The colors that are there most; after the first ones, none that is like one taken before. */
function paletteOf(counts: Map<number, number>): number[] {
	const taken: number[] = [];
	for (const [color] of [...counts].sort(([, a], [, b]) => b - a)) {
		if (taken.length === MAX_COLORS) break;
		const isNew = taken.every((one) => distance(one, color) > ALIKE);
		if (taken.length < EXACT_COLORS || isNew) taken.push(color);
	}
	return taken;
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const frame = Buffer.alloc(8);
	frame.writeUInt32BE(data.length, 0);
	frame.writeUInt32BE(crc32(body), 4);
	return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function decode(png: Buffer): { width: number; height: number; pixels: number[] } {
	const parts: Buffer[] = [];
	let header: Buffer = Buffer.alloc(0);
	for (let at = SIGNATURE.length; at < png.length; ) {
		const length = png.readUInt32BE(at);
		const type = png.toString('latin1', at + 4, at + 8);
		const data = png.subarray(at + 8, at + 8 + length);
		if (type === 'IHDR') header = data;
		if (type === 'IDAT') parts.push(data);
		at += length + 12;
	}
	const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
	const size = { 2: 3, 6: 4 }[header[9]!];
	if (!size || header[8] !== 8) throw new Error('Only PNGs in full color, 8 bits a channel');
	const rows = inflateSync(Buffer.concat(parts));
	const stride = width * size;
	const pixels: number[] = [];
	let above: Buffer = Buffer.alloc(stride);
	for (let y = 0; y < height; y++) {
		const row = rows.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1));
		unfilter(row, above, size, rows[y * (stride + 1)]!);
		for (let x = 0; x < stride; x += size)
			pixels.push((row[x]! << 16) | (row[x + 1]! << 8) | row[x + 2]!);
		above = row;
	}
	return { width, height, pixels };
}

/** Each byte was written as its difference from what a filter foretold. */
function unfilter(row: Buffer, above: Buffer, size: number, filter: number): void {
	for (let x = 0; x < row.length; x++) {
		const left = x < size ? 0 : row[x - size]!;
		const up = above[x]!;
		const corner = x < size ? 0 : above[x - size]!;
		const foretold = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
		row[x] = row[x]! + foretold;
	}
}

function paeth(left: number, up: number, corner: number): number {
	const guess = left + up - corner;
	const [toLeft, toUp, toCorner] = [left, up, corner].map((one) => Math.abs(guess - one));
	if (toLeft! <= toUp! && toLeft! <= toCorner!) return left;
	return toUp! <= toCorner! ? up : corner;
}
