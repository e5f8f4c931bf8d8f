// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// @title A number with a limit, and a fault that can be switched on
/// @notice The smallest thing that two testers can be given: what is measured is the tester.
contract Counter {
    uint256 public constant LIMIT = 500;

    error LimitExceeded(uint256 value);

    /// @notice Whether the limit is looked at too early while the gate is open. Slot 0.
    bool public hasFault;
    uint256 public value;
    bool public isOpen;

    constructor(bool hasFault_) {
        hasFault = hasFault_;
    }

    function add(uint256 amount) external {
        uint256 judged = hasFault && isOpen ? value : value + amount;
        if (judged > LIMIT) revert LimitExceeded(judged);
        value += amount;
    }

    function take(uint256 amount) external {
        value -= amount > value ? value : amount;
    }

    function open() external {
        isOpen = true;
    }

    function close() external {
        isOpen = false;
    }
}
