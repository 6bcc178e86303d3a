import { api, type Parts } from './base.ts'
import { accountRoutes } from './routes/account.ts'
import { bookRoutes } from './routes/book.ts'
import { deviceRoutes } from './routes/device.ts'
import { downloadRoutes } from './routes/downloads.ts'
import { eventRoutes } from './routes/events.ts'
import { exportRoutes } from './routes/exports.ts'
import { overlayRoutes } from './routes/overlay.ts'
import { programRoutes, type Streams } from './routes/program.ts'
import { readingRoutes } from './routes/readings.ts'
import { stationRoutes } from './routes/stations.ts'

/** The contract, implemented; one route file a domain. */
export function routerOf(parts: Parts & Streams) {
  return api.router({
    account: accountRoutes(parts),
    book: bookRoutes(parts),
    downloads: downloadRoutes(parts),
    events: eventRoutes(parts),
    exports: exportRoutes(parts),
    overlay: overlayRoutes(parts),
    program: programRoutes(parts),
    readings: readingRoutes(parts),
    stations: stationRoutes(parts),
    ...deviceRoutes(parts),
  })
}
