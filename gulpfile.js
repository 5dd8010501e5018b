// The static assets of the published package: icons and codex files. TypeScript and tools/previews/main.mts
// fill the rest of dist; nothing else belongs there.
const { src, dest } = require('gulp');

const ASSETS = ['icons/*.svg', 'nodes/**/*.node.json'];

const assets = () => src(ASSETS, { base: '.', encoding: false }).pipe(dest('dist'));

exports.assets = assets;
exports.default = assets;
