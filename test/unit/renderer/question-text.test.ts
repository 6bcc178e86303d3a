import { expect, test } from 'vitest'
import { createApp, effectScope, shallowRef } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { NamedQuestion } from '../../../electron/contract/questions.ts'
import { useQuestionText } from '../../../renderer/views/questions/use-question-text.ts'

/** The question on screen, which is its address. */

const NOWHERE = { render: () => null }
const KEPT: NamedQuestion = { id: 7, name: 'Mine', sql: 'SELECT 1', author: '', saidAtMs: 1 }

async function at(query: Record<string, string>) {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/questions', name: 'questions', component: NOWHERE }],
  })
  await router.push({ name: 'questions', query })
  const questions = shallowRef([KEPT])
  const followed: string[] = []
  const question = createApp(NOWHERE)
    .use(router)
    .runWithContext(() =>
      effectScope().run(() =>
        useQuestionText(
          () => questions.value,
          (text) => followed.push(text),
        ),
      ),
    )
  if (!question) throw new Error('nothing is kept')
  return { router, question, questions, followed }
}

test('what is typed while a question is saved stays, as a change of it', async () => {
  const { question, questions } = await at({ question: '7' })
  question.text.value = 'SELECT 2'
  const saved = { ...KEPT, sql: 'SELECT 2' }
  question.text.value = 'SELECT 23'
  questions.value = [saved]
  question.keptAs(saved)
  expect([question.text.value, question.changed.value]).toEqual(['SELECT 23', true])
  question.text.value = 'SELECT 2'
  question.keptAs(saved)
  expect([question.text.value, question.changed.value]).toEqual(['SELECT 2', false])
  question.unkept()
  expect([question.text.value, question.kept.value]).toEqual(['SELECT 2', null])
})

test('whoever goes to another question is told its text, and typing is no other question', async () => {
  const { question, followed, router } = await at({ question: '7' })
  question.text.value = 'SELECT 2'
  expect(followed).toEqual([])
  await router.push({ query: { sql: 'SELECT 3' } })
  await expect.poll(() => followed).toEqual(['SELECT 3'])
})
