// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {Lot} from "./Position.sol";

/// @title IPositionReader
/// @notice Says what an account holds in a protocol, so that a cage may count it.
/// @dev Trusted code without state, owner, proxy or delegatecall (immutables only), approved with its code hash. It is
/// read by static call, under a gas bound that all reads of an action share, and may revert: what cannot be read counts
/// as last booked, and risk waits. It looks at nothing that one transaction can bend (spot prices, its own balance).
interface IPositionReader {
    /// @notice Taken before each call to a target of the reader, and handed to `touched` after it.
    /// @param data The call data, a bundle included.
    function mark(address account, bytes calldata data) external view returns (bytes32);

    /// @notice Every position that a call may have changed, opened or closed; at most 16. One that is empty, or not the
    /// account's, is not kept. It reverts where the call let income pay for what went in, so that no loss would show:
    /// risk waits until the income is collected by a call of its own.
    /// @param data The call data, a bundle included.
    /// @param result What the call returned.
    function touched(address account, bytes32 mark, bytes calldata data, bytes calldata result)
        external
        view
        returns (bytes32[] memory keys);

    /// @notice Every priced asset that a leg of the position may name, each once; at most 8. It never changes.
    function tokens(bytes32 key) external view returns (address[] memory);

    /// @notice The position as it is now. Number and order of its lots never change while it is open; at most 4. An
    /// empty position is one without units in any lot, and no reason to revert. It catches no failing call of its own.
    /// @param prices Of `tokens(key)`, in its order: USD with 36 decimals for one *base unit*, so that base units times
    /// price are USD with 36 decimals (a USDC at 1 USD: 1e30; a WETH at 2 000 USD: 2e21). 0 is unknown.
    /// @return place Where it is: the same for all that the owner approves together, different for everything else;
    /// `keccak256(abi.encode(contract, market))` by convention.
    /// @return health 1e18 is the threshold of liquidation, `type(uint256).max` no debt; the protocol's own number.
    /// @return lots What is held and owed.
    function holdings(address account, bytes32 key, uint256[] calldata prices)
        external
        view
        returns (bytes32 place, uint256 health, Lot[] memory lots);
}
