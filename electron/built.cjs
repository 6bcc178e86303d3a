/**
 * Whether `out/` was built from the sources as they are now. A build records name, time of change and size of every
 * source; comparing that takes a few milliseconds. Plain old JavaScript without imports beyond Node's: entry.cjs asks
 * before anything is compiled.
 */
const fs = require('node:fs')
const path = require('node:path')

/** What a build is made from, relative to the project. */
const SOURCES = [
  ...['electron', 'renderer', 'resources', 'packaging/licences', 'packaging/cli/node-binary.ts'],
  ...['package.json', 'package-lock.json', 'electron.vite.config.ts'],
]
/** Without the window, which the command line does not need. */
const PROGRAM_SOURCES = SOURCES.filter((name) => name !== 'renderer' && name !== 'resources' && !name.startsWith('packaging/'))

const recordOf = (root) => path.join(root, 'out', 'sources.json')

/** Every file below a path with its time of change and size, one a line. */
function listing(file) {
  const stats = fs.statSync(file, { throwIfNoEntry: false })
  if (!stats) return ''
  if (!stats.isDirectory()) return `${stats.mtimeMs} ${stats.size}\n`
  const names = fs.readdirSync(file).sort()
  return names.map((name) => `${name} ${listing(path.join(file, name))}`).join('')
}

/** The sources as they are now: take it before a build, so that a change while it runs makes it an old one. */
function sourcesNow(root) {
  return Object.fromEntries(SOURCES.map((name) => [name, listing(path.join(root, name))]))
}

/** Call when a build begins: until it is complete there is none. */
function forgetBuild(root) {
  fs.rmSync(recordOf(root), { force: true })
}

/** Call when all of a build is there. */
function recordBuild(root, sources) {
  fs.mkdirSync(path.dirname(recordOf(root)), { recursive: true })
  fs.writeFileSync(recordOf(root), JSON.stringify(sources))
}

/** True when a build is complete and these of its sources are still the same. */
function isBuilt(root, names = SOURCES) {
  try {
    const recorded = JSON.parse(fs.readFileSync(recordOf(root), 'utf8'))
    return names.every((name) => recorded[name] === listing(path.join(root, name)))
  } catch {
    return false
  }
}

module.exports = { PROGRAM_SOURCES, forgetBuild, isBuilt, recordBuild, sourcesNow }
