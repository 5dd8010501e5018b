const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');

module.exports = { collectGarbage: runInNewContext('gc') };
