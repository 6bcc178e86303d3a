import path from 'node:path'

/** The project's folder, from a module in `electron/` and from its bundle in `out/main/…` alike. */
export function projectRoot(here: string = import.meta.dirname): string {
  const out = here.lastIndexOf(`${path.sep}out${path.sep}main`)
  return out < 0 ? path.resolve(here, '..') : here.slice(0, out)
}
