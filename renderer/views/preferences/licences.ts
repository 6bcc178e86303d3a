/** A foreign part of the program and the licence it is under, as the build wrote it down (packaging/licences/papers.ts). */
export interface Licence {
  name: string
  version: string
  licence: string | null
  text: string | null
  /** The package that carries it inside; absent: it is one itself. */
  broughtBy?: string
}

/**
 * The licences of all that this program is made of. They lie beside the page, so that they are there in every host and with no network.
 * @throws where the page is served from its sources, which were never built
 */
export async function readLicences(): Promise<Licence[]> {
  const answer = await fetch('./licences.json')
  if (!answer.ok) throw new Error(`licences.json: ${answer.status}`)
  return (await answer.json()) as Licence[]
}

/** Those in which every word stands, in any case: in the name or the licence, or, of a word of four letters and more, in the text. */
export function fitting(licences: readonly Licence[], words: string): Licence[] {
  const all = words.toLowerCase().split(/\s+/).filter(Boolean)
  return licences.filter(({ name, version, licence, text, broughtBy }) => {
    const head = [name, version, licence, broughtBy].join(' ').toLowerCase()
    const body = (text ?? '').toLowerCase()
    return all.every((word) => head.includes(word) || (word.length >= 4 && body.includes(word)))
  })
}
