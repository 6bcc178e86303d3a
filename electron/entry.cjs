/**
 * `node electron/entry.cjs cli …`: starts an entry from the build in `out/` when that is current, else from its
 * TypeScript source. This file is plain old JavaScript, so that a Node that cannot read the source still says so in one
 * sentence (the built entries check for themselves).
 */
const { existsSync } = require('node:fs')
const module_ = require('node:module')
const path = require('node:path')
const { PROGRAM_SOURCES, isBuilt } = require('./built.cjs')

const root = path.join(__dirname, '..')
const [, , name, ...args] = process.argv

/** The build of an entry; those that open the window want the window's to be current, too, or they would build it. */
function builtEntry() {
  const file = path.join(root, 'out/main', `${path.basename(name)}.cjs`)
  const sources = name === 'cli' || name === 'web' ? PROGRAM_SOURCES : undefined
  return existsSync(file) && isBuilt(root, sources) ? file : null
}

let entry = builtEntry()
if (entry === null) {
  if (!process.features.typescript) {
    process.stderr.write(
      `Meterbook needs Node.js 22.18 or newer to start from its sources, and this is ${process.versions.node}: ` +
        'update it, or run `npm ci` again, which brings its own.\n',
    )
    process.exit(2)
  }
  entry = path.join(__dirname, `${name}.ts`)
}
// In the project and not in the machine's folder for temporary files, where another user could lay code ready.
if (module_.enableCompileCache) module_.enableCompileCache(path.join(root, 'node_modules/.cache/meterbook-compiled'))
process.argv = [process.argv[0], entry, ...args]
void import(require('node:url').pathToFileURL(entry))
