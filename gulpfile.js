// The static assets of the published package: icons, codex files and schema previews.
// TypeScript fills the rest of dist; nothing else belongs there.
const { src, dest } = require('gulp');

const ASSETS = ['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];

const assets = () => src(ASSETS, { base: '.', encoding: false }).pipe(dest('dist'));

exports.assets = assets;
exports.default = assets;
