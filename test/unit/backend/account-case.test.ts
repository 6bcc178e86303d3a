import { renameSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { backends, reached } from './backends.ts'

/** One account in whatever letter case its e-mail is written: one book, one password, one recent entry. */

const it = backends(6)
const fileOf = async (client: Awaited<ReturnType<typeof it.start>>) => (await client.book.summary())?.file ?? 'no book'

test.each([
  ['as this version names it', (file: string) => file],
  [
    'as an earlier version named it',
    (file: string) => {
      const upper = path.basename(file).replace(it.service.email, it.service.email.toUpperCase())
      const earlier = path.join(path.dirname(file), upper.replace(/-\w{8}\.meterbook$/, '-0a1b2c3d.meterbook'))
      renameSync(file, earlier)
      return earlier
    },
  ],
])('signing in with another letter case opens the book that is there, %s', async (_, named) => {
  const first = await it.start()
  await first.account.signIn({ ...it.account(), email: it.service.email.toUpperCase(), remember: true })
  await reached(first, 'done')
  const made = await fileOf(first)
  await first.close()
  const file = named(made)

  const again = await it.start()
  const state = await again.account.signIn({ ...it.account(), remember: true })
  expect(state).toMatchObject({ session: 'signed-in', remembered: true })
  expect(await fileOf(again)).toBe(file)
  expect((await again.stations.list({ limit: 10 })).total).toBe(6)
  expect((await again.account.known()).map(({ book }) => book)).toEqual([file])
  expect((await again.book.recent()).filter(({ exists }) => exists).map(({ file: name }) => name)).toEqual([file])
})
