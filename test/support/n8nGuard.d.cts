export declare function blockPrivateAddresses(isOn: boolean): void;
