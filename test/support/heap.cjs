const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

exports.heapInUse = () => {
	collect();
	return process.memoryUsage().heapUsed;
};
