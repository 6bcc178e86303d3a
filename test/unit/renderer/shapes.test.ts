import { expect, test } from 'vitest'
import { i18n } from '../../../renderer/i18n/index.ts'
import { failureSentence } from '../../../renderer/components/failure-sentence.ts'
import { treeNodes } from '../../../renderer/stores/tree.ts'
import { groupSettings } from '../../../renderer/views/station/settings/groups.ts'

const provider = (id: number, parentId: number | null) => ({ id, name: `p${id}`, parentId, stations: 1 })
const consumer = (id: number, providerIds: number[]) => ({ id, name: `c${id}`, providerIds, stations: 1 })

test('1. a consumer hangs below the deepest provider whose list names it; one of no list comes last', () => {
  const roots = treeNodes({
    providers: [provider(1, null), provider(2, 1), provider(3, 2)],
    consumers: [consumer(7, [1, 3, 2]), consumer(8, [1]), consumer(9, [])],
    stations: 3,
  })
  expect(roots.map((node) => node.key)).toEqual(['p:1', 'c::9'])
  expect(roots[0]?.children.map((node) => node.key)).toEqual(['p:2', 'c:1:8'])
  expect(roots[0]?.children[0]?.children[0]?.children.map((node) => node.key)).toEqual(['c:3:7'])
})

test('1a. what has no name is shown by its key', () => {
  const [root] = treeNodes({
    providers: [{ ...provider(1, null), name: null }],
    consumers: [{ ...consumer(7, [1]), name: '' }],
    stations: 1,
  })
  expect([root?.name, root?.children[0]?.name]).toEqual(['№ 1', '№ 7'])
})

test('2. settings with a common prefix are a group, single ones are not', () => {
  const item = (channelName: string) => ({ channelName, channelDataValue: '1', unitName: null })
  const groups = groupSettings([item('Model'), item('Modem: APN'), item('Clock: zone'), item('Modem: port')])
  expect(groups.map((group) => [group.name, group.items.length])).toEqual([
    ['', 2],
    ['Modem', 2],
  ])
})

test('2a. an item without a name stands alone', () => {
  const item = (channelName: string | null) => ({ channelName, channelDataValue: '1', unitName: null })
  expect(groupSettings([item(null), item('Modem: APN'), item('Modem: port'), item(null)])).toMatchObject([
    { name: '', items: [{ channelName: null }, { channelName: null }] },
    { name: 'Modem' },
  ])
})

test('3. a failure is a sentence with its particulars; an unknown one is named', () => {
  i18n.global.locale.value = 'en'
  const { t, te } = i18n.global
  const say = (code: string, data = {}) =>
    failureSentence(
      { code, data },
      (key, named) => t(key, named),
      (key) => te(key),
    )
  expect(say('BOOK_MISSING', { file: '/a/b.meterbook' })).toMatch(/^There is no book at this place.*\(\/a\/b\.meterbook\)$/)
  expect(say('WRONG_PASSWORD')).not.toContain('(')
  // A reason that is a code is told in words.
  expect(say('BUNDLE_AMBIGUOUS', { reason: 'kind', entry: 'evidence/a' })).toMatch(
    /two programs would unpack different files.*\(evidence\/a, it holds something that is neither a plain file/,
  )
  expect(say('BUNDLE_REFUSED', { reason: 'too-large' })).not.toContain('too-large')
  expect(say('FROM_THE_FUTURE')).toContain('FROM_THE_FUTURE')
})
