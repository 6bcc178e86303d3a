/**
 * `node electron/entry.cjs web …`: starts an entry from its TypeScript source. This file is plain old JavaScript, so
 * that a Node that cannot read the source still says so in one sentence (the built entries check for themselves).
 */
const path = require('node:path')

if (!process.features.typescript) {
  process.stderr.write(
    `Meterbook needs Node.js 22.18 or newer to start from its sources, and this is ${process.versions.node}: ` +
      'update it, or run `npm ci` again, which brings its own.\n',
  )
  process.exit(2)
}
const [, , name, ...args] = process.argv
const entry = path.join(__dirname, `${name}.ts`)
process.argv = [process.argv[0], entry, ...args]
import(require('node:url').pathToFileURL(entry))
