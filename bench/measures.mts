import { creates } from './creates.mts';
import { deals } from './deals.mts';
import { find } from './find.mts';
import { growth } from './growth.mts';
import { history } from './history.mts';
import { importReport } from './importReport.mts';
import { imports } from './imports.mts';
import { lists } from './lists.mts';
import type { Measure } from './measure.mts';
import { thePackage } from './package.mts';
import { trigger } from './trigger.mts';

/** All measures, in the order of the page. */
export const measures: Measure[] = [
	lists,
	creates,
	trigger,
	history,
	deals,
	imports,
	importReport,
	find,
	thePackage,
	growth,
];
