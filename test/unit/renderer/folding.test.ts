import { describe, expect, test } from 'vitest'
import { panesBeside, TABLE_PX } from '../../../renderer/views/workbench/folding.ts'

const widths = { tree: 226, details: 280 }
const both = { tree: true, details: true }
const RAIL_PX = 84

describe('panes beside the station table', () => {
  test.each([
    [1920, both, { tree: true, details: true }],
    [1280, both, { tree: true, details: true }],
    [1024, both, { tree: true, details: false }],
    [960, both, { tree: true, details: false }],
    [900, both, { tree: false, details: false }],
    [640, both, { tree: false, details: false }],
    [1024, { tree: false, details: true }, { tree: false, details: true }],
    [1920, { tree: false, details: true }, { tree: false, details: true }],
    [1920, { tree: true, details: false }, { tree: true, details: false }],
  ])('a window of %i px that wishes %j shows %j', (windowPx, wished, beside) => {
    expect(panesBeside({ width: windowPx - RAIL_PX, wished, widths })).toEqual(beside)
  })

  test('whichever panes are wanted, the table keeps its columns, or nothing stands beside it', () => {
    for (let width = 300; width < 2000; width += 7) {
      for (const tree of [150, 226, 480]) {
        const shown = panesBeside({ width, wished: both, widths: { tree, details: 560 } })
        const taken = (shown.tree ? tree : 0) + (shown.details ? 560 : 0)
        expect(taken === 0 || width - taken >= TABLE_PX, `${width} px`).toBe(true)
      }
    }
  })
})
