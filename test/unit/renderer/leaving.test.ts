import { expect, test } from 'vitest'
import { createApp, effectScope } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { useLeaving } from '../../../renderer/address/leaving.ts'

const screen = { render: () => null }

test('a screen whose code is still loading is on its way until it is there; a change of the query is not', async () => {
  let load: (component: typeof screen) => void = () => undefined
  const late = () => new Promise<typeof screen>((resolve) => (load = resolve))
  const routes = [
    { path: '/', component: screen },
    { path: '/late', component: late },
  ]
  const router = createRouter({ history: createMemoryHistory(), routes })
  await router.push('/')
  const app = createApp(screen).use(router)
  const scope = effectScope()
  const leaving = app.runWithContext(() => scope.run(useLeaving))

  const before = router.push('/?text=a')
  expect(leaving?.()).toBe(false)
  await before
  const going = router.push('/late')
  await expect.poll(() => leaving?.()).toBe(true)
  load(screen)
  await going
  expect(router.currentRoute.value.path).toBe('/late')
  expect(leaving?.()).toBe(false)

  scope.stop()
  await router.push('/')
  expect(leaving?.()).toBe(false)
})
