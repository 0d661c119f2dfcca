import { getOem } from '@suanpan/contract/endpoints/oem';

export const oemKey = [getOem.path];
