/** The probe cannot go on. The reason is shown: of an account it holds no value. */
export class CouldNotRun extends Error {}
