import { describe, expect, test } from 'vitest'
import { panesBeside } from '../../../renderer/parts/lists/panes-beside.ts'
import { STATIONS_PLACE } from '../../../renderer/views/workbench/place.ts'

const { widths, room } = STATIONS_PLACE
const both = { facets: true, details: true }
const RAIL_PX = 84

describe('panes beside the station table', () => {
  test.each([
    [1920, both, { facets: true, details: true }],
    [1280, both, { facets: true, details: true }],
    [1024, both, { facets: true, details: false }],
    [960, both, { facets: true, details: false }],
    [900, both, { facets: false, details: false }],
    [640, both, { facets: false, details: false }],
    [1024, { facets: false, details: true }, { facets: false, details: true }],
    [1920, { facets: false, details: true }, { facets: false, details: true }],
    [1920, { facets: true, details: false }, { facets: true, details: false }],
  ])('a window of %i px that wishes %j shows %j', (windowPx, wished, beside) => {
    expect(panesBeside({ width: windowPx - RAIL_PX, wished, widths, room })).toEqual(beside)
  })

  test('whichever panes are wanted, the table keeps its columns, or nothing stands beside it', () => {
    for (let width = 300; width < 2000; width += 7) {
      for (const facets of [150, 226, 480]) {
        const shown = panesBeside({ width, wished: both, widths: { facets, details: 560 }, room })
        const taken = (shown.facets ? facets : 0) + (shown.details ? 560 : 0)
        expect(taken === 0 || width - taken >= room.facets, `${width} px`).toBe(true)
      }
    }
  })
})
