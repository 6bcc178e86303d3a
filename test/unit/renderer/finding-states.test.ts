import { expect, test } from 'vitest'
import type { FindingState } from '../../../electron/contract/rules.ts'
import { addressOf } from '../../../renderer/address/fields.ts'
import { FINDINGS, isOpen, OPEN_STATES } from '../../../renderer/parts/findings/use-findings-filter.ts'

const { read: stateIn, write } = addressOf(FINDINGS)
const statesWord = (states: readonly FindingState[]) => write({ ...stateIn({}), states: [...states] })['states']

test('the findings that are listed are the open ones until somebody asks for others', () => {
  expect(stateIn({}).states).toEqual(['new', 'seen'])
  expect(stateIn({ states: 'all' }).states).toEqual([])
  expect(stateIn({ states: 'explained,nonsense' }).states).toEqual(['explained'])
  expect((['new', 'seen', 'explained', 'wrong'] as const).filter((state) => isOpen({ state }))).toEqual(['new', 'seen'])
})

test('an address says of the states what is read from it again', () => {
  expect(statesWord(OPEN_STATES)).toBeUndefined()
  for (const states of [['new'], ['wrong', 'explained'], [], ['seen', 'new'], ['new', 'seen', 'wrong']] as const) {
    const word = statesWord(states)
    expect(stateIn(word === undefined ? {} : { states: word }).states.toSorted()).toEqual(states.toSorted())
  }
})
