import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { processesOver } from '../../../electron/questions/over-port.ts'

test('when the thread that starts processes has gone, each of them has', () => {
  const said: object[] = []
  const port = Object.assign(new EventEmitter(), { postMessage: (message: object) => void said.push(message), unref: () => undefined })
  const processes = processesOver(port)
  const ended: number[] = []
  for (const nth of [1, 2, 3])
    processes.start(
      () => undefined,
      () => void ended.push(nth),
    )
  expect(said).toEqual([{ start: 1 }, { start: 2 }, { start: 3 }])
  port.emit('message', { ended: 2 })
  processes.gone()
  processes.gone()
  expect(ended).toEqual([2, 1, 3])
})
