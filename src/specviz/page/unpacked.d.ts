// The module that boot.js makes of what it unpacks the others with.

/**
 * @param text as packing.py made it
 * @returns an answer that has the unpacked bytes as its body
 */
export declare const unpacked: (text: string) => Response
