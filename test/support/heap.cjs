const { collectGarbage } = require('./garbage.cjs');

exports.heapInUse = () => {
	collectGarbage();
	return process.memoryUsage().heapUsed;
};
