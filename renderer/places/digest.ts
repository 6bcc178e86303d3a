import type { RouteLocationRaw } from 'vue-router'
import { BROUGHT_KINDS, DIGEST_KINDS, type BroughtFigure, type DigestKind } from '../../electron/contract/digest-words.ts'
import type { DigestLine } from '../../electron/contract/digest.ts'
import { addressOf, id, listOf, named } from '../address/fields.ts'
import { findingsAt } from './findings.ts'
import { findingOn, noteOn, readingsOn, settingsOn } from './station.ts'

/** The kinds of what is new that are listed. */
export const DIGEST = {
  kinds: named('kinds', listOf(DIGEST_KINDS)),
  /** The download whose news alone are listed; null: all since the last look. */
  run: named('run', id),
}

/** What a download brought; with a figure, the lines that it counts. */
export const broughtAt = (runId: number, figure?: BroughtFigure): RouteLocationRaw => ({
  name: 'digest',
  query: addressOf(DIGEST).write({ run: runId, kinds: figure ? [...BROUGHT_KINDS[figure]] : [] }),
})

const stationAt = (id: number, tab = ''): RouteLocationRaw => ({ name: 'station', params: { id, tab } })

/** Where a line of the digest leads: to what it is about, else to the list of its kind. */
export function placeOfLine(line: DigestLine): RouteLocationRaw {
  const { kind, stationId, id, archiveType, fromMs, toMs } = line
  if (stationId === null) return placeOfKind(kind)
  switch (kind) {
    case 'setting':
      return settingsOn(stationId, { shape: 'changes' })
    case 'corrected':
    case 'late':
      return readingsOn(stationId, { archive: archiveType, span: fromMs === null || toMs === null ? null : { fromMs, toMs } })
    case 'note':
      return id === null ? stationAt(stationId, 'notes') : noteOn(stationId, id)
    case 'verification':
    case 'battery':
    case 'device':
      return stationAt(stationId)
    default:
      return id === null ? stationAt(stationId, 'findings') : findingOn(stationId, id)
  }
}

/** The list in which all of a kind are, where a digest has but the worst. */
export function placeOfKind(kind: DigestKind): RouteLocationRaw {
  switch (kind) {
    case 'download':
      return { name: 'downloads', params: { tab: 'history' } }
    case 'silent':
    case 'back':
      return findingsAt({ rules: ['silent'] })
    case 'limit':
      return findingsAt({ rules: ['over_limit'] })
    case 'setting':
      return { name: 'changes' }
    case 'verification':
      return { name: 'calendar' }
    case 'battery':
      return { name: 'fleet' }
    case 'corrected':
    case 'late':
    case 'device':
    case 'note':
      return { name: 'workbench' }
    default:
      return findingsAt({})
  }
}
