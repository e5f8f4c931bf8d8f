// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Test} from "forge-std/Test.sol";
import {Counter} from "./Counter.sol";

/// @notice The laws of the counter; with SEEDED_FAULT=true they are to fail.
contract CounterInvariantTest is Test {
    Counter private _counter;

    function setUp() public {
        _counter = new Counter(vm.envOr("SEEDED_FAULT", false));
        bytes4[] memory selectors = new bytes4[](4);
        selectors[0] = this.doAdd.selector;
        selectors[1] = this.doTake.selector;
        selectors[2] = this.doOpen.selector;
        selectors[3] = this.doClose.selector;
        targetContract(address(this));
        targetSelector(FuzzSelector({addr: address(this), selectors: selectors}));
    }

    function doAdd(uint256 amount) external {
        try _counter.add(bound(amount, 1, 200)) {} catch {}
    }

    function doTake(uint256 amount) external {
        _counter.take(bound(amount, 1, 200));
    }

    function doOpen() external {
        _counter.open();
    }

    function doClose() external {
        _counter.close();
    }

    function invariant_valueIsAtMostTheLimit() public view {
        assertLe(_counter.value(), _counter.LIMIT());
    }
}
