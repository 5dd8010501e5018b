import type { Told } from './examine/told.ts';

/** The probe cannot go on; why is told without a value of the account. */
export class CouldNotRun extends Error {
	constructor(readonly why: Told) {
		super(why);
	}
}
