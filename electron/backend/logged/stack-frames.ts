/**
 * Places in the program's own code, of an error's stack: file, line and column from the program's folder on. Names of
 * functions are left out, for they may be made of data; so are the folders before the program's, which name its user.
 */
const MOST_FRAMES = 12
/** A file below the last folder in its path that is called as one of the program's own, or a file of Node itself. */
const OWN =
  /^.*(?:^|[/\\(])((?:out|electron|renderer|assets)[/\\](?:[a-z0-9-]+[/\\]){0,5}[A-Za-z0-9_-]{1,60}\.(?:ts|js|cjs|mjs|vue)):(\d{1,6}):(\d{1,7})\)?$/
const NODE = /(node:(?:internal\/)?[a-z_]{1,20}(?:\/[a-z_]{1,20}){0,3}):(\d{1,6}):(\d{1,7})\)?$/
const PACKAGE = /node_modules[/\\]((?:@[a-z0-9-]{1,30}[/\\])?[a-z0-9-]{1,40})[/\\]/

/** Frames as `framesOf` writes them. */
const FRAME =
  /^(?:(?:out|electron|renderer|assets)\/(?:[a-z0-9-]+\/){0,5}[A-Za-z0-9_-]{1,60}\.(?:ts|js|cjs|mjs|vue):\d+:\d+|node:[a-z_/]{1,100}:\d+:\d+|package:(?:@[a-z0-9-]{1,30}\/)?[a-z0-9-]{1,40}|…)$/

/** Whether a text is nothing but such places. */
export const isFrames = (text: string): boolean => text.split(' < ').every((frame) => FRAME.test(frame))

/** The innermost place first, with ` < ` between them. */
export function framesOf(stack: string): string {
  const lines = stack.slice(0, 20_000).split('\n')
  const frames = lines.filter((line) => /^\s+at |@/.test(line)).slice(0, MOST_FRAMES)
  return frames.map((line) => frameOf(line.trim())).join(' < ') || '…'
}

function frameOf(line: string): string {
  // What a bundler or a browser adds to an address.
  const place = line.replace(/\?[^:)]*(?=:\d+:\d+\)?$)/, '')
  const module = PACKAGE.exec(place)?.[1]
  if (module) return `package:${module.replaceAll('\\', '/')}`
  const [, file, row, column] = OWN.exec(place) ?? NODE.exec(place) ?? []
  return file === undefined ? '…' : `${file.replaceAll('\\', '/')}:${row}:${column}`
}
