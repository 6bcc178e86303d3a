import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { manifestText, type Manifest } from '../../../electron/backend/updates/manifest.ts'
import { manifest, release, sealedPackage, type Files } from '../../support/releases.ts'
import { findPacked, type Packed } from '../program.ts'

/** A newer version that a program which is packed for tests believes: its place is on this machine, its key is forgotten. */
export interface Offer {
  version: string
  /** Where the program asks for it, on 127.0.0.1. */
  port: number
  files: Files
}

/** A program that knows a place of releases, with what lies there. */
export interface ForTests {
  packed: Packed
  offer: Offer
}

const VERSION = '99.0.0'
const OFFER = 'offer.json'

/** Signed today, for every way in which such a program can think that it was installed: the program's clock judges its date. */
export function makeOffer(port: number): Offer {
  const packages: Manifest['packages'] = [
    sealedPackage,
    { ...sealedPackage, platform: 'win32', kind: 'nsis', name: `meterbook-${VERSION}-win-x64-setup.exe` },
    { ...sealedPackage, platform: 'darwin', arch: 'universal', kind: 'dmg', name: `meterbook-${VERSION}-mac-universal.dmg` },
  ]
  const text = manifestText(manifest({ version: VERSION, date: new Date().toISOString().slice(0, 10), packages }))
  return { version: VERSION, port, files: release(text) }
}

/** What is written beside the program. */
export const offerFile = (folder: string): string => path.join(folder, OFFER)
export function offerText({ files, ...facts }: Offer): string {
  const encoded = Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')])
  return `${JSON.stringify({ ...facts, files: Object.fromEntries(encoded) as Record<string, string> }, null, 2)}\n`
}

function readOffer(file: string): Offer {
  const { files, ...facts } = JSON.parse(readFileSync(file, 'utf8')) as Omit<Offer, 'files'> & { files: Record<string, string> }
  const decoded = Object.entries(files).map(([name, text]) => [name, Buffer.from(text, 'base64')] as const)
  return { ...facts, files: Object.fromEntries(decoded) }
}

/** The program that pack.ts has packed into a folder, as it is called on this system; null: there is none. */
export function findForTests(folder: string, platform: NodeJS.Platform = process.platform): ForTests | null {
  const packed = findPacked(path.join(folder, 'packed'), platform)
  return packed && existsSync(offerFile(folder)) ? { packed, offer: readOffer(offerFile(folder)) } : null
}
