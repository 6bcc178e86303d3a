import { expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { MOST_SQL } from '../../electron/contract/question-words.ts'
import { askInSql } from '../../renderer/components/questions/ask-in-sql.ts'
import { useNotices } from '../../renderer/stores/notices.ts'
import { shown } from './support/shown.ts'

const say = (key: string) => key
const question = (sql: string) => ({ name: 'Stations', ask: () => Promise.resolve({ sql, unsaid: [] }) })

test('the question of a table is opened whole, or not at all', async () => {
  const { router } = shown(defineComponent(() => () => h('div')))
  await askInSql(question('SELECT 1'), say, router)
  expect(router.currentRoute.value.query['sql']).toBe('-- questions.asked\nSELECT 1')
  expect(useNotices().all).toEqual([])
  await askInSql(question(`SELECT ${'1, '.repeat(MOST_SQL / 3)}1`), say, router)
  expect(router.currentRoute.value.query['sql']).toBe('-- questions.asked\nSELECT 1')
  expect(useNotices().all).toMatchObject([{ key: 'questions.tooLong', named: { name: 'Stations' }, warns: true }])
})
