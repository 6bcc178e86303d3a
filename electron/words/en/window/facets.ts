import terms from '../terms.ts'

export default {
  title: terms.facets,
  absent: 'not given',
  none: { finding: 'no open finding', consumer: 'no consumer', provider: 'no provider' },
  name: {
    status: terms.stationStatus,
    model: terms.model,
    provider: terms.provider,
    consumer: terms.consumer,
    silence: 'Silence',
    completeness: 'Completeness',
    alarms: terms.alarms,
    finding: 'Finding',
    type: terms.typeCode,
    data: terms.data,
    listing: 'List of the service',
  },
  of: {
    silence: {
      none: 'heard within 3 days',
      late: 'silent 3 to 30 days',
      lost: 'silent over 30 days',
      never: 'never heard',
    },
    completeness: { complete: 'complete', incomplete: 'incomplete', unasked: 'nothing downloaded' },
    alarms: { recent: 'alarms in the last 30 days', earlier: 'older alarms', none: 'no alarms' },
    data: { yes: 'in book', no: 'not in book' },
    listing: { listed: 'listed', unlisted: 'no longer listed' },
  },
}
