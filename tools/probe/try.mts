import { probeSpecification } from './probe.mts';
import { markdownOf } from './report.mts';
console.log(markdownOf(probeSpecification(process.argv.slice(2))));
