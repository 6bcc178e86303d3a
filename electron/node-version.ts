/**
 * Every entry evaluates this module first and loads the rest with `import()` after it: better-sqlite3 ends Node 20
 * with a segmentation fault, and newer syntax is not even parsed there. Keep this file free of imports.
 */
const OLDEST_MAJOR = 22

/** Ends the process with one sentence and exit code 2 on a Node that is too old to run Meterbook. */
export function refuseOldNode(): void {
  const version = process.versions.node
  if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return
  process.stderr.write(
    `Meterbook needs Node.js ${OLDEST_MAJOR} or newer, and this is ${version}: update it, or use the npm scripts, which bring their own.\n`,
  )
  process.exit(2)
}
