import { expect, test } from 'vitest'
import { createMeter } from '../../../electron/downloads/meter.ts'
import { progressOf } from '../../../electron/downloads/progress.ts'
import { createTally, NOTHING } from '../../../electron/downloads/tally.ts'
import { IDLE, type State } from '../../../electron/downloads/transitions.ts'

const failure = { code: 'NO_NETWORK', data: {} }
const told = (state: State, hasMoved: boolean) => {
  const atHand = { run: null, meter: createMeter(() => 0), tally: createTally(NOTHING), finishedMs: null, lanes: 1 }
  const progress = progressOf({ ...atHand, state, hasMoved }, { describe: () => expect.fail('nothing is at work') })
  return [progress.state, progress.failure]
}

test('without a network a download is told to wait for it also while it tries again, until a page has come', () => {
  const away = { sinceMs: 0, tries: 3, failure }
  expect(told({ ...IDLE, phase: 'offline', away, failure }, false)).toEqual(['waiting-for-network', failure])
  expect(told({ ...IDLE, phase: 'working', away }, false)).toEqual(['waiting-for-network', failure])
  expect(told({ ...IDLE, phase: 'working', away }, true)).toEqual(['running', null])
  expect(told({ ...IDLE, phase: 'working' }, false)).toEqual(['running', null])
})
