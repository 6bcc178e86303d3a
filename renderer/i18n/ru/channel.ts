/** metering-data-api.md, «Channel codes of the unified view»: в справочнике каналов их может не быть. */
export default {
  gas_consume: 'Стандартный объём за период',
  reading_value: 'Накопленный стандартный объём',
  VNakwork: 'Накопленный рабочий объём',
  Vwork: 'Рабочий объём',
  P: 'Давление',
  T: 'Температура',
}
